import type { CallingCountry } from '@latchkey/contract/calling-codes'

/** In the order of the codes: a country without a number has the next one. Loaded by pages with a phone form. */
const packed =
  '1AGAIASBBBMBSCADMDOGDGUJMKNKYLCMPMSPRSXTCTTUSVCVGVI 7KZRU 20EG 27ZA 30GR NL BE FR ES 36HU 39ITVA RO CH 43AT ' +
  'GBGGIMJE DK SE NOSJ PL DE 51PE MX CU AR BR CL CO VE 60MY AUCCCX ID PH NZ SG TH 81JP KR 84VN 86CN 90TR IN PK AF LK ' +
  'MM 98IR 211SS EHMA DZ 216TN 218LY 220GM SN MR ML GN CI BF NE TG BJ MU LR SL GH NG TD CF CM CV ST GQ GA CG CD AO ' +
  'GW IO AC SC SD RW ET SO DJ KE TZ UG BI 258MZ 260ZM MG REYT ZW NA MW LS BW SZ KM 290SHTA ER 297AW FO GL 350GI PT ' +
  'LU IE IS AL MT CY AXFI BG 370LT LV EE MD AM BY AD MC SM 380UA RS ME XK 385HR SI BA 389MK 420CZ SK 423LI 500FK BZ ' +
  'GT SV HN NI CR PA PM HT 590BLGPMF BO GY EC GF PY MQ SR UY BQCW 670TL 672NF BN NR PG TO SB VU FJ PW WF CK NU 685WS ' +
  'KI NC TV PF TK FM MH 850KP 852HK MO 855KH LA 880BD 886TW 960MV LB JO SY IQ KW SA YE OM 970PS AE IL BH QA BT MN NP ' +
  '992TJ TM AZ GE KG 998UZ'

/** The contract's table in less than half the size. */
export const callingCodes: Readonly<Record<CallingCountry, string>> = /* @__PURE__ */ unpack()

function unpack(): Record<CallingCountry, string> {
  const codes: Record<string, string> = {}
  let code = 0
  for (const entry of packed.split(' ')) {
    code = Number.parseInt(entry, 10) || code + 1
    for (const country of entry.match(/[A-Z]{2}/g) ?? []) codes[country] = `${code}`
  }
  return codes
}
