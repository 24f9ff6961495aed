import type { Failure } from './failure.ts'

/** Shows an error that belongs to no field of the screen, as a toast. */
export interface Notice {
  readonly type: 'notice'
  readonly failure: Failure
}

export function notice(failure: Failure): Notice {
  return { type: 'notice', failure }
}

/** Shows a success message as a toast. */
export interface GoodNews {
  readonly type: 'good_news'
  readonly news: 'email_resent'
}

export function goodNews(news: GoodNews['news']): GoodNews {
  return { type: 'good_news', news }
}
