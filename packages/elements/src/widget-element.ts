import { brandPrefix } from '@latchkey/contract'
import type { Callbacks, LoginProps } from '@latchkey/widgets'
import { adoptSheet } from '@latchkey/widgets/internal'
import type { ReactElement } from 'react'
import type { WidgetRoot } from './widget-root.ts'
import { createWidgetRoot } from './widget-root.ts'

/** On a server there are no elements: the class can be imported there, and nothing comes of it. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** What every widget is given. */
type Common = Pick<LoginProps, 'client' | 'styles' | 'callbacks' | 'strings'>

/**
 * A widget as a custom element. It shows as soon as it has its `client`; a property that is set later takes effect at
 * once. What the widget tells, it tells as `latchkey-event` and `latchkey-error`, which bubble.
 */
export abstract class WidgetElement<Props extends Common> extends Base {
  #props: Partial<Props> = {}
  #root: WidgetRoot | undefined

  /** The widget's own properties, beside those that all have. */
  protected abstract readonly own: readonly (keyof Props & string)[]
  protected abstract draw(props: Props): ReactElement

  get client(): Common['client'] {
    return this.#props.client
  }
  set client(client: Common['client']) {
    this.assign({ client } as Partial<Props>)
  }

  get styles(): Common['styles'] {
    return this.#props.styles
  }
  set styles(styles: Common['styles']) {
    this.assign({ styles } as Partial<Props>)
  }

  get callbacks(): Common['callbacks'] {
    return this.#props.callbacks
  }
  set callbacks(callbacks: Common['callbacks']) {
    this.assign({ callbacks } as Partial<Props>)
  }

  get strings(): Common['strings'] {
    return this.#props.strings
  }
  set strings(strings: Common['strings']) {
    this.assign({ strings } as Partial<Props>)
  }

  connectedCallback(): void {
    // Weaker than any rule of the host page, and than its `hidden`.
    adoptSheet(this, `:where(${this.localName}:not([hidden])){display:block}`)
    // What was set before the element was registered hides the accessors: it is taken through them.
    const self: Record<string, unknown> = this as object as Record<string, unknown>
    for (const name of ['client', 'styles', 'callbacks', 'strings', ...this.own]) {
      if (!Object.hasOwn(this, name)) continue
      const value = self[name]
      delete self[name]
      self[name] = value
    }
    this.#render()
  }

  disconnectedCallback(): void {
    // An element that is moved is connected again at once, and what was typed into it stays.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end()
    })
  }

  protected read<Name extends keyof Props>(name: Name): Partial<Props>[Name] {
    return this.#props[name]
  }

  protected assign(change: Partial<Props>): void {
    this.#props = { ...this.#props, ...change }
    this.#render()
  }

  #end(): void {
    this.#root?.unmount()
    this.#root = undefined
  }

  #render(): void {
    if (!this.isConnected) return
    if (!this.#props.client) {
      this.#end()
      return
    }
    const callbacks: Callbacks = {
      onEvent: (event) => this.#tell('event', event, () => this.callbacks?.onEvent?.(event)),
      onError: (error) => this.#tell('error', error, () => this.callbacks?.onError?.(error)),
    }
    this.#root ??= createWidgetRoot(this)
    this.#root.render(this.draw({ ...this.#props, callbacks } as Props))
  }

  #tell(name: string, detail: unknown, callback: () => void): void {
    this.dispatchEvent(new CustomEvent(`${brandPrefix}-${name}`, { detail, bubbles: true, composed: true }))
    callback()
  }
}
