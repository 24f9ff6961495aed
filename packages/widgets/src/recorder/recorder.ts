import type { RecordedTransition } from '../flow/recording.ts'
import { recording } from '../flow/recording.ts'
import { redact } from '../flow/redact.ts'
import type { LoginRules } from '../login/login.flow.ts'
import type { FlowName, Place, RecordedStep, Recording } from './replay.ts'
import { flows, placeOf } from './replay.ts'

export interface Recorder {
  /** One a widget, oldest first. The same list for as long as nothing has happened. */
  recordings(): readonly Recording[]
  subscribe(listener: () => void): () => void
  /** Forgets what was recorded. */
  clear(): void
  stop(): void
}

/** A widget's own rules of logging in know the methods that are configured: the whole ones know all. */
function nameOf(flow: unknown): FlowName | undefined {
  if ((flow as Partial<LoginRules>).madeBy === flows.login.madeBy) return 'login'
  return (Object.keys(flows) as FlowName[]).find((one) => flows[one] === flow)
}

/** Records every flow on the page, until it is stopped or another one begins. What is kept is redacted first. */
export function startRecorder(): Recorder {
  const listeners = new Set<() => void>()
  const all = new Map<object, Recording>()
  /** What stands for what, flow by flow: it goes with the flow, and is in no recording. */
  const names = new WeakMap<object, Map<string, string>>()
  let list: readonly Recording[] = []

  function notify(): void {
    list = [...all.values()]
    for (const listener of listeners) listener()
  }

  function note({ of, flow, before, event, after }: RecordedTransition): void {
    const name = nameOf(flow)
    if (!name) return
    const texts = names.get(of) ?? new Map<string, string>()
    names.set(of, texts)
    const known = all.get(of) ?? { flow: name, first: redact(before, texts) as Place, steps: [] }
    const step: RecordedStep = { event: redact(event, texts) as RecordedStep['event'], ...placeOf(after) }
    all.set(of, { ...known, steps: [...known.steps, step] })
    notify()
  }

  recording.note = note
  return {
    recordings: () => list,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    clear() {
      all.clear()
      notify()
    },
    stop() {
      if (recording.note === note) recording.note = undefined
    },
  }
}
