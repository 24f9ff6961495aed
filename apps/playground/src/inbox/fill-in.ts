/** Types a code into the widget on this page. Returns false if the widget shows no field for one. */
export function fillIn(code: string): boolean {
  const field = document.querySelector<HTMLInputElement>('.widget input[autocomplete="one-time-code"]')
  if (!field) return false
  // The field belongs to React, which overrides `value` of the element to notice changes of its own.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  field.focus()
  set?.call(field, code)
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: code }))
  return true
}
