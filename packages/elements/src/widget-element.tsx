import { brandPrefix } from '@latchkey/contract'
import type { Callbacks, LoginProps, WidgetEvent } from '@latchkey/widgets'
import { adoptSheet } from '@latchkey/widgets/internal'
import type { ReactElement } from 'react'
import type { AttributeProps, LoadAttributes } from './read-attributes.ts'
import type { WidgetRoot } from './widget-root.ts'
import { createWidgetRoot } from './widget-root.ts'

// Here, because the types of every element import this file.
declare global {
  interface GlobalEventHandlersEventMap {
    'latchkey-event': CustomEvent<WidgetEvent>
    'latchkey-error': CustomEvent<Error>
  }
}

/** On a server there is no HTMLElement: the classes can be imported there, but not used. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** The properties of every widget. */
type Common = Pick<LoginProps, 'styles' | 'callbacks' | 'strings'> & {
  readonly client?: object | null
  readonly config?: object
}

/**
 * A widget as a custom element. It renders as soon as it has a client, from its `client` property or its attributes. A
 * property takes precedence over the corresponding attribute; changes of both take effect at once. Events and errors of
 * the widget are dispatched as `latchkey-event` and `latchkey-error`, which bubble.
 */
export abstract class WidgetElement<Props extends Common> extends Base {
  declare client: Props['client']
  declare styles: Common['styles']
  declare callbacks: Common['callbacks']
  declare strings: Props['strings']

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
  declare protected readonly load: LoadAttributes

  /** Called once by each class, with its widget and its additional properties. */
  protected static shows<Props extends Common>(
    prototype: WidgetElement<Props>,
    Widget: (props: Props) => ReactElement,
    load: LoadAttributes,
    ...own: readonly (keyof Props & string)[]
  ): void {
    const names = ['client', 'styles', 'callbacks', 'strings', 'config', ...own] as const
    Object.assign(prototype, { names, Widget, load })
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
    // Lower specificity than any rule of the host page, and does not override `hidden`.
    adoptSheet(this, `:where(${this.localName}:not([hidden])){display:block}`)
    // Properties that were set before the element was registered hide the accessors: set them again.
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
      // Not loaded by pages that only set properties.
      this.#attributes = await (await this.load()).read(this)
      this.#render()
    } catch (error) {
      this.#notify('onError', error)
    }
  }

  disconnectedCallback(): void {
    // A moved element is connected again at once and keeps its state.
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
      onEvent: (event) => this.#notify('onEvent', event),
      onError: (error) => this.#notify('onError', error),
    }
    this.#root ??= createWidgetRoot(this)
    this.#root.render(<this.Widget {...(this.#all() as Props)} callbacks={callbacks} />)
  }

  #notify(name: keyof Callbacks, detail: unknown): void {
    const type = `${brandPrefix}-${name.slice(2).toLowerCase()}`
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
    const callbacks = this.callbacks as { readonly [name: string]: ((detail: unknown) => void) | undefined } | undefined
    callbacks?.[name]?.(detail)
  }
}
