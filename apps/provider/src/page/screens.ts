import { isLatchkeyError } from '@latchkey/client'
import { elementById } from './element.ts'

export type Screen = 'starting' | 'asking' | 'link_sent' | 'code_sent' | 'signed_in'

const screens: readonly Screen[] = ['starting', 'asking', 'link_sent', 'code_sent', 'signed_in']

export interface Screens {
  /** Shows one screen and moves the focus to its heading, or to the field that is to be filled in next. */
  show(screen: Screen, focus?: HTMLElement): void
  current(): Screen
  say(text: string): void
  /** Runs one thing at a time: while it runs, nothing else that would send is begun. */
  whileBusy(button: HTMLButtonElement, work: () => Promise<void>): Promise<void>
}

export function createScreens(): Screens {
  const card = elementById('card', HTMLElement)
  const status = elementById('status', HTMLElement)
  let shown: Screen = 'starting'
  let isBusy = false
  return {
    show(screen, focus) {
      shown = screen
      clearErrors()
      status.textContent = ''
      card.dataset.screen = screen
      for (const name of screens) elementById(name, HTMLElement).hidden = name !== screen
      const heading = elementById(screen, HTMLElement).querySelector('h1')
      ;(focus ?? heading)?.focus()
    },
    current: () => shown,
    say(text) {
      status.textContent = text
    },
    async whileBusy(button, work) {
      if (isBusy) return
      isBusy = true
      const label = button.textContent
      card.setAttribute('aria-busy', 'true')
      // Not `disabled`: that would throw the focus away.
      button.setAttribute('aria-disabled', 'true')
      button.textContent = 'One moment …'
      try {
        await work()
      } finally {
        isBusy = false
        card.removeAttribute('aria-busy')
        button.removeAttribute('aria-disabled')
        button.textContent = label
      }
    },
  }
}

/** The error's own words, and the name a developer looks up. What was typed stays. */
export function reportError(error: unknown, slot: HTMLElement, input?: HTMLInputElement): void {
  clearErrors()
  const answer = isLatchkeyError(error) && error.name === 'ApiError' ? error : null
  slot.append(answer?.error_message ?? (error instanceof Error ? error.message : String(error)))
  if (answer) {
    const name = document.createElement('code')
    name.textContent = answer.error_type
    slot.append(name)
  }
  input?.setAttribute('aria-invalid', 'true')
  input?.focus()
}

export function clearErrors(): void {
  for (const slot of document.querySelectorAll('.error')) slot.replaceChildren()
  for (const input of document.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
}
