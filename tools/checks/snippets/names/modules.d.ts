// Packages that the documentation uses and the repository does not install.
declare module '@playwright/test' {
  import type {
    APIRequestContext,
    Browser,
    BrowserContext,
    BrowserContextOptions,
    Locator,
    Page,
  } from 'playwright-core'

  interface Fixtures {
    page: Page
    context: BrowserContext
    browser: Browser
    request: APIRequestContext
  }
  interface Test {
    (title: string, body: (fixtures: Fixtures) => Promise<void>): void
    use(options: BrowserContextOptions): void
    beforeEach(body: (fixtures: Fixtures) => Promise<void>): void
  }
  export const test: Test
  export function expect(value: Locator): { toBeVisible(): Promise<void>; toHaveText(text: string): Promise<void> }
  export function expect(value: Page): { toHaveURL(url: string | RegExp): Promise<void> }
  export function expect(body: () => Promise<void>): { toPass(): Promise<void> }

  interface WebServer {
    command: string
    cwd?: string
    url?: string
    timeout?: number
    reuseExistingServer?: boolean
    env?: Record<string, string>
  }
  interface Project {
    name: string
    testMatch?: string
    testIgnore?: string
    dependencies?: string[]
    use?: BrowserContextOptions
  }

  export type { APIRequestContext }
  export function defineConfig(config: {
    testDir?: string
    webServer?: WebServer | WebServer[]
    projects?: Project[]
    use?: BrowserContextOptions
  }): object
}

declare module '@opentelemetry/sdk-node' {
  export class NodeSDK {
    constructor(options: { serviceName?: string; instrumentations?: readonly object[] })
    start(): void
    shutdown(): Promise<void>
  }
}

declare module 'react-router' {
  import type { ComponentType, ReactNode } from 'react'

  export interface LoaderFunctionArgs {
    request: Request
    params: Record<string, string | undefined>
  }
  export type ActionFunctionArgs = LoaderFunctionArgs
  interface DataWithResponseInit<D> {
    data: D
    init: ResponseInit | null
  }
  export function data<D>(data: D, init?: number | ResponseInit): DataWithResponseInit<D>
  export function redirect(url: string): Response
  type LoaderData<T> = T extends (...args: never) => Promise<infer R>
    ? R extends DataWithResponseInit<infer D>
      ? D
      : R
    : never
  export function useLoaderData<T>(): LoaderData<T>
  export function useNavigate(): (path: string) => void | Promise<void>
  export const Form: ComponentType<{ method?: 'get' | 'post'; children?: ReactNode }>
  export const Outlet: ComponentType
  export const Scripts: ComponentType
}

declare module 'astro' {
  export type APIRoute = (context: { request: Request; locals: App.Locals }) => Response | Promise<Response>
}
declare module 'astro:middleware' {
  interface Context {
    request: Request
    url: URL
    locals: App.Locals
    isPrerendered: boolean
    redirect(path: string): Response
  }
  type Middleware = (context: Context, next: () => Promise<Response>) => Promise<Response>
  export function defineMiddleware(middleware: Middleware): Middleware
}
declare const Astro: { locals: App.Locals }

declare module 'vue' {
  export interface Ref<T> {
    value: T
  }
  export function shallowRef<T>(value: T): Ref<T>
  export function onMounted(callback: () => void): void
  export function onUnmounted(callback: () => void): void
}
declare module '*.vue' {
  const component: object
  export default component
}
declare module 'vue-router' {
  interface Route {
    path: string
    component: () => Promise<unknown>
    meta?: Record<string, unknown>
  }
  interface Router {
    beforeEach(guard: (to: { path: string; meta: Record<string, unknown> }) => boolean | string): void
  }
  export function createWebHistory(): object
  export function createRouter(options: { history: object; routes: Route[] }): Router
}
declare module 'h3' {
  interface Event {
    headers: Headers
    path: string
    context: Record<string, unknown>
  }
  export function defineEventHandler<T>(handler: (event: Event) => T): (event: Event) => T
  export function appendResponseHeader(event: Event, name: string, value: string): void
  export function sendRedirect(event: Event, path: string): Promise<void>
}

/** A rune of Svelte. */
declare function $state<T>(): T | undefined
declare module 'svelte' {
  export function onMount(callback: () => () => void): void
}
declare module '@sveltejs/kit' {
  interface RequestEvent {
    request: Request
    url: URL
    locals: App.Locals
  }
  export type Handle = (input: {
    event: RequestEvent
    resolve(event: RequestEvent): Promise<Response>
  }) => Promise<Response>
  export type ServerLoad = (event: RequestEvent) => object
  export function redirect(status: number, path: string): never
}
declare module '$app/navigation' {
  export function goto(path: string): Promise<void>
  export function invalidateAll(): Promise<void>
}
declare module '$env/static/public' {
  export const PUBLIC_LATCHKEY_TOKEN: string
  export const PUBLIC_LATCHKEY_URL: string
}
declare module '$env/static/private' {
  export const LATCHKEY_PROJECT_ID: string
}

/** Vite types variables as `any`. Those of our guides are strings. */
interface Variables {
  readonly [name: string]: string | undefined
  readonly VITE_LATCHKEY_PUBLIC_TOKEN: string
  readonly VITE_LATCHKEY_URL: string
  readonly VITE_LATCHKEY_PROJECT_ID: string
}
interface ImportMeta {
  readonly env: Variables
}
