import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Storage, StorageVerbs } from '../storage.ts'
import { sampleNow, sampleOneTime, sampleProject } from '../testing/sample.ts'

export function transactionsSuite(storage: () => Storage, open: () => Promise<Storage>): void {
  describe('transactions', () => {
    it('commit when the work succeeds, and return its result', async () => {
      const [a, b] = [sampleProject(), sampleProject()]
      const result = await storage().transaction(async (tx) => {
        await tx.projects.insert(a)
        await tx.projects.insert(b)
        return (await tx.projects.get(a.id))?.id
      })
      expect(result).toBe(a.id)
      expect(await storage().projects.get(b.id)).toEqual(b)
    })

    it('roll back when the work throws, and rethrow the error', async () => {
      const project = sampleProject()
      const row = sampleOneTime(project.id)
      await storage().oneTime.insert(row)
      const failure = new Error('no')
      const work = storage().transaction(async (tx) => {
        await tx.projects.insert(project)
        await tx.oneTime.countMismatch(row.projectId, row.id, 5, sampleNow)
        throw failure
      })
      await expect(work).rejects.toBe(failure)
      expect(await storage().projects.get(project.id)).toBeNull()
      expect(await storage().oneTime.find(row.projectId, row.id)).toEqual(row)
    })

    it('roll back when a statement fails', async () => {
      const [a, b] = [sampleProject(), sampleProject()]
      await storage().projects.insert(b)
      const work = storage().transaction(async (tx) => {
        await tx.projects.insert(a)
        await tx.projects.insert(b)
      })
      await expect(work).rejects.toMatchObject({ code: 'storage_conflict' })
      expect(await storage().projects.get(a.id)).toBeNull()
    })

    it('hide their changes from other connections until they commit', async () => {
      const project = sampleProject()
      let release = (): void => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      let reportInserted = (): void => {}
      const inserted = new Promise<void>((resolve) => {
        reportInserted = resolve
      })
      const work = storage().transaction(async (tx) => {
        await tx.projects.insert(project)
        reportInserted()
        await held
      })
      await inserted
      const seen: string[] = []
      const read = storage()
        .projects.get(project.id)
        .then((found) => seen.push(found ? 'after' : 'before'))
      // SQLite has one connection: the reader waits. PostgreSQL returns the state before the transaction.
      if (storage().engine === 'sqlite') {
        await sleep(40)
        expect(seen).toEqual([])
      } else await read
      release()
      await Promise.all([work, read])
      expect(seen).toEqual([storage().engine === 'sqlite' ? 'after' : 'before'])
    })

    it('reject a verb of the storage itself immediately', async () => {
      const work = storage().transaction(async () => storage().projects.get('p'))
      await expect(work).rejects.toThrow('was called inside a transaction')
    })

    it('reject every group of unbound verbs', async () => {
      const calls: ((verbs: StorageVerbs) => Promise<unknown>)[] = [
        (verbs) => verbs.projects.list(),
        (verbs) => verbs.keys.list('p'),
        (verbs) => verbs.accounts.get('p', 'u'),
        (verbs) => verbs.sessions.get('p', 's'),
        (verbs) => verbs.oneTime.find('p', 'o'),
        (verbs) => verbs.lockouts.clear('p', 'u'),
        (verbs) => verbs.limits.sweep(0, 1),
        (verbs) => verbs.outbox.expire(0, 1),
        (verbs) => verbs.outbox.countQueued(0),
        (verbs) => verbs.audit.seal([]),
        (verbs) => verbs.events.sweep(0, 1),
        (verbs) => verbs.leases.release('a', 'b'),
      ]
      await storage().transaction(async (tx) => {
        for (const call of calls) {
          await expect(call(storage())).rejects.toThrow('inside a transaction')
          await call(tx)
        }
        await expect(storage().ping()).rejects.toThrow('inside a transaction')
      })
    })

    it('reject a transaction inside a transaction', async () => {
      const work = storage().transaction(() => storage().transaction(async () => 1))
      await expect(work).rejects.toThrow('was called inside a transaction')
    })

    it('refuse this of their own storage alone, in the transaction of another inside them as well', async () => {
      const other = await open()
      const inside = 'was called inside a transaction'
      await storage().transaction(async () => {
        await other.projects.list()
        await other.transaction(async (tx) => {
          await tx.projects.list()
          await expect(storage().projects.list()).rejects.toThrow(inside)
          await expect(other.projects.list()).rejects.toThrow(inside)
        })
        await other.projects.list()
        await expect(storage().projects.list()).rejects.toThrow(inside)
      })
      await other.close()
    })

    it('reject their verbs after they ended', async () => {
      let kept: StorageVerbs | undefined
      await storage().transaction(async (tx) => {
        kept = tx
      })
      await expect(kept?.projects.list()).rejects.toThrow('after the transaction had ended')
    })

    it('let work that was started inside use the storage afterwards', async () => {
      const later = await storage().transaction(async () => ({
        result: sleep(30).then(() => storage().projects.get('p')),
      }))
      expect(await later.result).toBeNull()
    })

    it('go on after one has failed', async () => {
      await expect(storage().transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
      expect(await storage().transaction(async (tx) => tx.projects.get('p'))).toBeNull()
    })

    it('run concurrently without losing a change', async () => {
      const projects = Array.from({ length: 40 }, () => sampleProject())
      await Promise.all(projects.map((project) => storage().transaction((tx) => tx.projects.insert(project))))
      const kept = await Promise.all(projects.map((project) => storage().projects.get(project.id)))
      expect(kept).toEqual(projects)
    })
  })

  describe('a storage', () => {
    it('answers a ping, can be closed twice, and not be used after', async () => {
      const short = await open()
      await short.ping()
      await Promise.all([short.close(), short.close()])
      await short.close()
      await expect(short.ping()).rejects.toThrow()
      await expect(short.projects.list()).rejects.toThrow()
    })

    it('finishes a transaction before it closes', async () => {
      const short = await open()
      let begun = (): void => {}
      const inside = new Promise<void>((resolve) => {
        begun = resolve
      })
      const work = short.transaction(async (tx) => {
        begun()
        await sleep(20)
        return tx.projects.list()
      })
      await inside
      await Promise.all([expect(work).resolves.toEqual([]), short.close()])
    })
  })
}
