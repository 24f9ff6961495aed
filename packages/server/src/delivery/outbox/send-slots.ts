import type { OutboxRecord } from '../../storage/records.ts'

const concurrency = 16
/** A send that takes longer is no longer counted against `concurrency`. */
const slowAfterMs = 2_000
/** The most sends of one channel that wait for a slow carrier. Further messages are retried later; other channels go on. */
const slowPerChannel = 48

export interface SendSlots {
  /** How many more sends can start. */
  free(): number
  isCarrierBusy(channel: OutboxRecord['channel']): boolean
  /** Counts `send` until it ends. It must not reject. */
  run(channel: OutboxRecord['channel'], send: () => Promise<void>): Promise<void>
}

/** Counts a send against `concurrency` while it is fast, and against the limit of its channel once it is slow. */
export function createSendSlots({ onFree }: { onFree: () => void }): SendSlots {
  let active = 0
  const slow = new Map<OutboxRecord['channel'], number>()
  return {
    free: () => concurrency - active,
    isCarrierBusy: (channel) => (slow.get(channel) ?? 0) >= slowPerChannel,
    async run(channel, send) {
      const countSlow = (by: number): void => void slow.set(channel, (slow.get(channel) ?? 0) + by)
      let isSlow = false
      active += 1
      const timer = setTimeout(() => {
        isSlow = true
        active -= 1
        countSlow(1)
        onFree()
      }, slowAfterMs)
      timer.unref()
      try {
        await send()
      } finally {
        clearTimeout(timer)
        if (isSlow) {
          countSlow(-1)
        } else {
          active -= 1
          // While all slots were taken, more messages may have become due.
          if (active === concurrency - 1) onFree()
        }
      }
    },
  }
}
