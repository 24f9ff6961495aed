import { openPostgres, openSqlite } from '../operations/open-storage.ts'
import { createCallers, type Outcome, type Task } from './race.suite.ts'

// One process of a race: opens the same database as its parent and follows the messages of the parent.

export type ToChild = { ready: { task: Task; width: number } } | { go: number } | { stop: true }
export type FromChild = { opened: true } | { ready: true } | { outcome: Outcome }

const [engine, location = '', name] = process.argv.slice(2)
const storage =
  engine === 'sqlite'
    ? await openSqlite({ path: location })
    : await openPostgres({ url: location, answerWithinMs: null })
const group = createCallers(storage, name)

const tell = (message: FromChild): void => {
  process.send?.(message)
}

process.on('message', async (message: ToChild) => {
  if ('ready' in message) {
    await group.ready(message.ready.task, message.ready.width)
    tell({ ready: true })
  } else if ('go' in message) {
    tell({ outcome: await group.go(message.go) })
  } else {
    await storage.close()
    process.disconnect()
  }
})
tell({ opened: true })
