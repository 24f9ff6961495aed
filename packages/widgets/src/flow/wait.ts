/** Sends the event `next` after `ms`, with the number of its call. */
export interface Wait<Next extends string> {
  readonly type: 'wait'
  readonly ms: number
  readonly next: Next
  readonly call: number
}
