import { brandPrefix } from '@latchkey/contract'
import type { Callbacks, LoginProps } from '@latchkey/widgets'
import { adoptSheet } from '@latchkey/widgets/internal'
import type { ReactElement } from 'react'
import type { AttributeProps } from './attributes.ts'
import type { WidgetRoot } from './widget-root.ts'
import { createWidgetRoot } from './widget-root.ts'

/** On a server there are no elements: the class can be imported there, and nothing comes of it. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** What every widget is given. */
type Common = Pick<LoginProps, 'client' | 'styles' | 'callbacks' | 'strings'> & { readonly config?: object }

/**
 * A widget as a custom element. It renders as soon as it has a client: from its `client` property, or from its
 * attributes. A property wins over the attribute that says the same. Both take effect at once when they change. The
 * widget's events and errors are dispatched as `latchkey-event` and `latchkey-error`, which bubble.
 */
export abstract class WidgetElement<Props extends Common> extends Base {
  declare client: Common['client']
  declare styles: Common['styles']
  declare callbacks: Common['callbacks']
  declare strings: Common['strings']

  /** The last three are for `<latchkey-login>`. */
  static observedAttributes: string[] = [
    'public-token',
    'api',
    'config',
    'theme',
    'color-scheme',
    'locale',
    'products',
    'otp-methods',
    'oauth-providers',
  ]

  #props: Partial<Props> = {}
  #attributes: AttributeProps = {}
  #root: WidgetRoot | undefined

  declare protected readonly names: readonly string[]
  declare protected readonly Widget: (props: Props) => ReactElement

  /** Called once by each class: what it renders, and which properties it has in addition to the common ones. */
  protected static shows<Props extends Common>(
    prototype: WidgetElement<Props>,
    Widget: (props: Props) => ReactElement,
    ...own: readonly (keyof Props & string)[]
  ): void {
    const names = ['client', 'styles', 'callbacks', 'strings', 'config', ...own] as const
    Object.assign(prototype, { names, Widget })
    for (const name of names) {
      Object.defineProperty(prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: WidgetElement<Props>) {
          return this.#all()[name]
        },
        set(this: WidgetElement<Props>, value: unknown) {
          this.#props = { ...this.#props, [name]: value }
          this.#render()
        },
      })
    }
  }

  connectedCallback(): void {
    // Weaker than any rule of the host page, and than its `hidden`.
    adoptSheet(this, `:where(${this.localName}:not([hidden])){display:block}`)
    // What was set before the element was registered hides the accessors: it is taken through them.
    const self: Record<string, unknown> = this as object as Record<string, unknown>
    for (const name of this.names) {
      if (!Object.hasOwn(this, name)) continue
      const value = self[name]
      delete self[name]
      self[name] = value
    }
    this.#render()
  }

  async attributeChangedCallback(): Promise<void> {
    try {
      // Pages that set properties do not load this.
      this.#attributes = await (await import('./attributes.ts')).read(this)
      this.#render()
    } catch (error) {
      this.#tell('onError', error)
    }
  }

  disconnectedCallback(): void {
    // An element that is moved is connected again at once, and what was typed into it stays.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end()
    })
  }

  #all(): Partial<Props> {
    return { ...this.#attributes, ...this.#props } as Partial<Props>
  }

  #end(): void {
    this.#root?.unmount()
    this.#root = undefined
  }

  #render(): void {
    if (!this.isConnected) return
    if (!this.client) {
      this.#end()
      return
    }
    const callbacks: Callbacks = {
      onEvent: (event) => this.#tell('onEvent', event),
      onError: (error) => this.#tell('onError', error),
    }
    this.#root ??= createWidgetRoot(this)
    this.#root.render(<this.Widget {...(this.#all() as Props)} callbacks={callbacks} />)
  }

  #tell(name: keyof Callbacks, detail: unknown): void {
    const type = `${brandPrefix}-${name.slice(2).toLowerCase()}`
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
    const callbacks = this.callbacks as { readonly [name: string]: ((detail: unknown) => void) | undefined } | undefined
    callbacks?.[name]?.(detail)
  }
}
