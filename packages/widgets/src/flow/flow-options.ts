import type { Callbacks } from './callbacks.ts'
import type { Notice, SuccessNotice } from './notice.ts'

/** Options of a flow that runs without the widget's screens. */
export interface FlowOptions {
  readonly callbacks?: Callbacks
  /**
   * The language of the messages that the flow sends, as a BCP 47 tag such as `'de'`.
   *
   * @default the language that the browser asks for
   */
  readonly locale?: string
  /** Called with each message that the widget would show as a toast. */
  onNotice?(notice: Notice | SuccessNotice): void
}
