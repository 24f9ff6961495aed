/**
 * For development only: records the events and states of flows without personal data, to inspect them, attach them to a
 * bug report and replay them.
 *
 * @example
 * const recorder = startRecorder()
 * // …the user signs in…
 * console.log(JSON.stringify(recorder.recordings()))
 */
export type { Recorder } from './recorder/recorder.ts'
export { startRecorder } from './recorder/recorder.ts'
export type { FlowName, RecordedScreen, RecordedStep, Recording } from './recorder/replay.ts'
export { replay } from './recorder/replay.ts'
