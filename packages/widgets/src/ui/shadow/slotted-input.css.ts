/**
 * What is slotted belongs to the page, and the page's sheets reach it. What a shadow root says of it with weight, no
 * weight of the page's outdoes; all of an input's looks are those of the box around it. A prompt of Google's stands in
 * a plain block.
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
