import { roleCheckMs } from '../../core/constants.ts'
import type { ApiError } from '../../core/errors.ts'
import { listen } from '../../platform/browser.ts'
import type { SessionState } from '../../session/session-state.ts'
import type { B2bContext, MemberSessions } from './member-kind.ts'

/**
 * Refreshes the session when its roles may have changed, without waiting for the timer of the background refresh: when
 * the person returns to the page, when the provider rejects a call for a missing permission, and when a response has
 * other roles of the member. Returns the context whose `request` does this.
 */
export function keepRolesCurrent(ctx: B2bContext): B2bContext {
  const { endings, onError, platform, session } = ctx
  let newest = session.get()
  let confirmedAt = 0
  let isInFlight = false

  function refresh(): void {
    if (isInFlight || !session.sync().id) return
    isInFlight = true
    ctx
      .refresh({})
      .catch((error) => endings.size && onError(error))
      .finally(() => {
        isInFlight = false
      })
  }

  session.subscribe(
    (state) => state,
    (state) => {
      const previous = newest
      newest = state
      if (state.session !== previous.session) confirmedAt = platform.Date.now()
      // The response of another call has the member, but not its session.
      else if (rolesOf(state) !== rolesOf(previous)) refresh()
    },
  )
  endings.add(
    // A window next to another one is visible all the time, and gets the focus only.
    listen(platform, ['visibilitychange', 'focus'], () => {
      if (platform.Date.now() - confirmedAt >= roleCheckMs) refresh()
    }),
  )

  return {
    ...ctx,
    async request(...call) {
      try {
        return await ctx.request(...call)
      } catch (error) {
        if ((error as Partial<ApiError>).error_type === 'unauthorized_action') refresh()
        throw error
      }
    },
  }
}

function rolesOf({ subject }: SessionState<MemberSessions>): string {
  return JSON.stringify(subject?.member.roles)
}
