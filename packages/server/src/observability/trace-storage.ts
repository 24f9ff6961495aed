import type { SpanStart, Tracing } from '../core/tracing.ts'
import type { Storage, StorageVerbs } from '../storage/storage.ts'

const systems = { sqlite: 'sqlite', postgres: 'postgresql' } as const

/**
 * The storage with a span for each of its operations inside of another span, and for each transaction. A span has the
 * name of the operation, such as `sessions.insert`, and never a value.
 */
export function traceStorage(storage: Storage, tracing: Tracing): Storage {
  const attributes = { 'db.system.name': systems[storage.engine] }
  const startOf = (name: string) => (): SpanStart => ({
    name,
    kind: 'client',
    attributes: { ...attributes, 'db.operation.name': name },
    // Without a request, as when the outbox is polled, each operation would be a trace of its own.
    parent: 'required',
  })

  function traceOperations<G extends object>(group: G, groupName: string): G {
    const traced = new Map<string, unknown>()
    return new Proxy(group, {
      get(target, verb) {
        const operation: unknown = Reflect.get(target, verb)
        if (typeof operation !== 'function' || typeof verb !== 'string') return operation
        const start = startOf(`${groupName}.${verb}`)
        if (!traced.has(verb))
          traced.set(verb, (...args: unknown[]) =>
            tracing.run(start, async (): Promise<unknown> => Reflect.apply(operation, target, args)),
          )
        return traced.get(verb)
      },
    })
  }

  function traceVerbs<V extends StorageVerbs>(verbs: V): V {
    const traced = new Map<string, unknown>()
    return new Proxy(verbs, {
      get(target, name) {
        const group: unknown = Reflect.get(target, name)
        if (typeof group !== 'object' || group === null || typeof name !== 'string') return group
        if (!traced.has(name)) traced.set(name, traceOperations(group, name))
        return traced.get(name)
      },
    })
  }

  return traceVerbs({
    ...storage,
    transaction: (work) => tracing.run(startOf('transaction'), () => storage.transaction((tx) => work(traceVerbs(tx)))),
  })
}
