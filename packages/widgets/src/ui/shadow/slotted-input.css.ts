/**
 * The page's style sheets apply to slotted elements, but `!important` inside the shadow root wins over them. The box
 * around an input carries its styles. A Google prompt is in a plain block.
 */
export const slottedInputCss: string = `
.latchkey-input.latchkey-box{position:relative}
.latchkey-box[data-invalid=true]{border-color:var(--_e)}
.latchkey-slot{display:contents;padding:inherit;text-overflow:inherit}
::slotted(input){all:unset!important;--_s:inherit!important;box-sizing:border-box!important;direction:inherit!important;position:absolute!important;inset:0!important;width:100%!important;height:100%!important;padding:inherit!important;text-overflow:inherit!important}
::slotted(div){all:unset!important;display:block!important}
::slotted(div)::before,::slotted(div)::after{content:none!important}
::slotted(input)::placeholder{color:var(--latchkey-inputs-placeholder-color,var(--_s))!important;opacity:1!important}
`
