import type { Callbacks } from './callbacks.ts'
import type { GoodNews, Notice } from './flow/notice.ts'

/** What a flow without screens of ours may be given. */
export interface FlowOptions {
  readonly callbacks?: Callbacks
  /**
   * The language of the messages that the flow sends, as a BCP 47 tag such as `'de'`.
   *
   * @default the language that the browser asks for
   */
  readonly locale?: string
  /** What a widget says in passing, in a toast. */
  onNotice?(notice: Notice | GoodNews): void
}
