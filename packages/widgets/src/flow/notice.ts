import type { Failure } from './failure.ts'

/** Says in passing what belongs to no field of the screen. */
export interface Notice {
  readonly type: 'notice'
  readonly failure: Failure
}

export function notice(failure: Failure): Notice {
  return { type: 'notice', failure }
}

/** Says in passing that something went well. */
export interface GoodNews {
  readonly type: 'good_news'
  readonly news: 'email_resent'
}

export function goodNews(news: GoodNews['news']): GoodNews {
  return { type: 'good_news', news }
}
