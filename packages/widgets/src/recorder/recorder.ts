import type { RecordedTransition } from '../flow/recording.ts'
import { recording } from '../flow/recording.ts'
import { redact } from '../flow/redact.ts'
import type { LoginRules } from '../login/login.flow.ts'
import type { FlowName, RecordedScreen, RecordedStep, Recording } from './replay.ts'
import { flows, toScreen } from './replay.ts'

export interface Recorder {
  /** One per widget, oldest first. The same list until something changes. */
  recordings(): readonly Recording[]
  subscribe(listener: () => void): () => void
  /** Removes all recordings. */
  clear(): void
  stop(): void
}

/** The login flow of a widget knows only its configured methods. A replay uses the one with all methods. */
function nameOf(flow: unknown): FlowName | undefined {
  if ((flow as Partial<LoginRules>).madeBy === flows.login.madeBy) return 'login'
  return (Object.keys(flows) as FlowName[]).find((one) => flows[one] === flow)
}

/** Records all flows of the page, redacted, until it is stopped or another recorder starts. */
export function startRecorder(): Recorder {
  const listeners = new Set<() => void>()
  const all = new Map<object, Recording>()
  /** The placeholders of each flow. They are not part of a recording. */
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
    const known = all.get(of) ?? { flow: name, first: redact(before, texts) as RecordedScreen, steps: [] }
    const step: RecordedStep = { event: redact(event, texts) as RecordedStep['event'], ...toScreen(after) }
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
