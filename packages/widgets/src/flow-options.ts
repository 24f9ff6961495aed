import type { Callbacks } from './callbacks.ts'
import type { GoodNews, Notice } from './flow/notice.ts'

/** What a flow without screens of ours may be given. */
export interface FlowOptions {
  readonly callbacks?: Callbacks
  /** What a widget says in passing, in a toast. */
  onNotice?(notice: Notice | GoodNews): void
}
