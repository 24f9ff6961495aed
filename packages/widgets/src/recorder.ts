/**
 * For development only: what a flow was told and where it went, without anything about the person, to be looked at, put
 * into a report and played again.
 *
 * @example
 * const recorder = startRecorder()
 * // …somebody signs in…
 * console.log(JSON.stringify(recorder.recordings()))
 */
export type { Recorder } from './recorder/recorder.ts'
export { startRecorder } from './recorder/recorder.ts'
export type { FlowName, Place, RecordedStep, Recording } from './recorder/replay.ts'
export { replay } from './recorder/replay.ts'
