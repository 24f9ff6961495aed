/** A passkey provider, by the name that users know. */
export interface Authenticator {
  readonly name: string
  readonly color: string
  /** An SVG path of 36 by 36. */
  readonly path: string
}

/** Generic icons for where a provider stores passkeys. The logos of vendors are trademarks. */
const paths = {
  cloud: 'M13 24a4 4 0 0 1-.6-7.95 6 6 0 0 1 11.5 1.35A3.4 3.4 0 0 1 23.6 24zm5-1v-4m0 0-1.7 1.7M18 19l1.7 1.7',
  lock: 'M12 17.5h12v8H12zm2-.5v-2.5a4 4 0 0 1 8 0v2.5M18 20.7v1.600',
  window: 'M11 12.5 17 11.600v5.600h-6zm8-1.200 6-.9v6.800h-6zM11 19.200h6v5.600l-6-.9zm8 0h6V26l-6-.9z',
  stick: 'M14 10.5h8v12a4 4 0 0 1-8 0zm2.5-3h3v3h-3zM18 19.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  phone: 'M13.5 9h9a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM17 23.5h2',
} as const

type Row = readonly [name: string, color: string, path: keyof typeof paths, ...aaguids: string[]]

const rows: readonly Row[] = [
  ['iCloud Keychain', '#3a3a3c', 'cloud', 'fbfc3007154e4ecc8c0b6e020557d7bd', 'dd4ec289e01d41c9bb8970fa845d4bf2'],
  ['Google Password Manager', '#1a73e8', 'cloud', 'ea9b8d664d011d213ce4b6b48cb575d4'],
  ['Chrome on Mac', '#1a73e8', 'window', 'adce000235bcc60a648b0b25f1f05503'],
  [
    ...(['Windows Hello', '#0067b8', 'window', '08987058cadc4b81b6e130de50dcbe96'] as const),
    ...['9ddd1817af5a4672a2b93e3dd95000a9', '6028b017b1d44c02b4b3afcdafc96bb2'],
  ],
  ['Samsung Pass', '#1428a0', 'phone', '53414d53554e47000000000000000000'],
  ['1Password', '#0a5ad4', 'lock', 'bada5566a7aa401fbd9645619a55120d'],
  ['Bitwarden', '#175ddc', 'lock', 'd548826e79b4db40a3d811116f7e8349'],
  ['Dashlane', '#0e353d', 'lock', '531126d6e717415c93203d9aa6981239'],
  ['Keeper', '#8a6d00', 'lock', '0ea242b443c44a1b8b17dd6d0b6baec6'],
  ['NordPass', '#11756b', 'lock', 'b84e404815dc4dd08640f4f60813c8af'],
  ['Enpass', '#0d47a1', 'lock', 'f38095407f1449c1a8b38f813b225541'],
  ['Proton Pass', '#6d4aff', 'lock', '50726f746f6e5061737350726f746f6e'],
  ['KeePassXC', '#3d7a1f', 'lock', 'fdb141b25d84443e8a354698c205a502'],
  [
    ...([
      'YubiKey',
      '#5b7f0f',
      'stick',
      'ee882879721c491397753dfcce97072a',
      'fa2b99dc9e3942578f924a30d23c4118',
    ] as const),
    ...['2fc0579f811347eab116bb5a8db9202a', 'cb69481e8ff7403993ec0a2729a154a8'],
    ...['c5ef55ffad9a4b9fb580adebafe026d0', 'd8522d9f575b486688a9ba99fa02f35b'],
  ],
]

/** Undefined for an unknown authenticator. */
export function authenticatorOf(aaguid: string): Authenticator | undefined {
  const id = aaguid.replaceAll('-', '').toLowerCase()
  const row = rows.find(([, , , ...ids]) => ids.includes(id))
  return row && { name: row[0], color: row[1], path: paths[row[2]] }
}
