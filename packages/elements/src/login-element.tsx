import { brandPrefix } from '@latchkey/contract'
import type { LoginProps } from '@latchkey/widgets'
import { Login } from '@latchkey/widgets'
import { adoptSheet } from '@latchkey/widgets/internal'
import type { WidgetRoot } from './widget-root.ts'
import { createWidgetRoot } from './widget-root.ts'

/** On a server there are no elements: the class can be imported there, and nothing comes of it. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** Weaker than any rule of the host page, and than its `hidden`. */
const css = `:where(${brandPrefix}-login:not([hidden])){display:block}`

const properties = ['client', 'config', 'styles', 'callbacks', 'strings'] as const

/**
 * The login widget as a custom element. It shows as soon as it has its `client`; a property that is set later takes
 * effect at once. What the widget tells, it tells as `latchkey-event` and `latchkey-error`, which bubble.
 *
 * @example
 * import '@latchkey/elements/define'
 *
 * const login = document.createElement('latchkey-login')
 * login.client = client
 * login.addEventListener('latchkey-event', ({ detail }) => console.log(detail.type, detail.data))
 * document.body.append(login)
 */
export class LatchkeyLogin extends Base {
  #props: LoginProps = {}
  #root: WidgetRoot | undefined

  get client(): LoginProps['client'] {
    return this.#props.client
  }
  set client(client: LoginProps['client']) {
    this.#set({ client })
  }

  get config(): LoginProps['config'] {
    return this.#props.config
  }
  set config(config: LoginProps['config']) {
    this.#set({ config })
  }

  get styles(): LoginProps['styles'] {
    return this.#props.styles
  }
  set styles(styles: LoginProps['styles']) {
    this.#set({ styles })
  }

  get callbacks(): LoginProps['callbacks'] {
    return this.#props.callbacks
  }
  set callbacks(callbacks: LoginProps['callbacks']) {
    this.#set({ callbacks })
  }

  get strings(): LoginProps['strings'] {
    return this.#props.strings
  }
  set strings(strings: LoginProps['strings']) {
    this.#set({ strings })
  }

  connectedCallback(): void {
    adoptSheet(this, css)
    // What was set before the element was registered hides the accessors above: it is taken through them.
    for (const name of properties) {
      if (!Object.hasOwn(this, name)) continue
      const value = this[name]
      delete this[name]
      Object.assign(this, { [name]: value })
    }
    this.#render()
  }

  disconnectedCallback(): void {
    // An element that is moved is connected again at once, and what was typed into it stays.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end()
    })
  }

  #end(): void {
    this.#root?.unmount()
    this.#root = undefined
  }

  #set(change: LoginProps): void {
    this.#props = { ...this.#props, ...change }
    this.#render()
  }

  #render(): void {
    if (!this.isConnected) return
    if (!this.#props.client) {
      this.#end()
      return
    }
    this.#root ??= createWidgetRoot(this)
    this.#root.render(
      <Login
        {...this.#props}
        callbacks={{
          onEvent: (event) => this.#tell('event', event, () => this.callbacks?.onEvent?.(event)),
          onError: (error) => this.#tell('error', error, () => this.callbacks?.onError?.(error)),
        }}
      />,
    )
  }

  #tell(name: string, detail: unknown, callback: () => void): void {
    this.dispatchEvent(new CustomEvent(`${brandPrefix}-${name}`, { detail, bubbles: true, composed: true }))
    callback()
  }
}
