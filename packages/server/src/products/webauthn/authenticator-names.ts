import { describeUserAgent } from '../../http/user-agent.ts'

/** The names of well-known authenticator models. */
const names: ReadonlyMap<string, string> = new Map([
  ['fbfc3007154e4ecc8c0b6e020557d7bd', 'iCloud Keychain'],
  ['dd4ec289e01d41c9bb8970fa845d4bf2', 'iCloud Keychain (managed)'],
  ['ea9b8d664d011d213ce4b6b48cb575d4', 'Google Password Manager'],
  ['adce000235bcc60a648b0b25f1f05503', 'Chrome on Mac'],
  ['08987058cadc4b81b6e130de50dcbe96', 'Windows Hello'],
  ['9ddd1817af5a4672a2b93e3dd95000a9', 'Windows Hello'],
  ['6028b017b1d44c02b4b3afcdafc96bb2', 'Windows Hello'],
  ['53414d53554e47000000000000000000', 'Samsung Pass'],
  ['bada5566a7aa401fbd9645619a55120d', '1Password'],
  ['d548826e79b4db40a3d811116f7e8349', 'Bitwarden'],
  ['531126d6e717415c93203d9aa6981239', 'Dashlane'],
  ['0ea242b443c44a1b8b17dd6d0b6baec6', 'Keeper'],
  ['b84e404815dc4dd08640f4f60813c8af', 'NordPass'],
  ['f38095407f1449c1a8b38f813b225541', 'Enpass'],
  ['50726f746f6e5061737350726f746f6e', 'Proton Pass'],
  ['fdb141b25d84443e8a354698c205a502', 'KeePassXC'],
  ['ee882879721c491397753dfcce97072a', 'YubiKey 5'],
  ['fa2b99dc9e3942578f924a30d23c4118', 'YubiKey 5'],
  ['2fc0579f811347eab116bb5a8db9202a', 'YubiKey 5'],
  ['cb69481e8ff7403993ec0a2729a154a8', 'YubiKey 5'],
  ['c5ef55ffad9a4b9fb580adebafe026d0', 'YubiKey 5Ci'],
  ['d8522d9f575b486688a9ba99fa02f35b', 'YubiKey Bio'],
])

/** What is known about a new passkey. */
export interface NewPasskey {
  readonly aaguid: string
  /** `cross-platform` if the authenticator is not part of the device (WebAuthn 3 §5.4.5). */
  readonly attachment: string | null | undefined
  /** How a browser reaches the authenticator (§5.8.4). */
  readonly transports: readonly string[]
  readonly userAgent: string
}

/**
 * The name that a new passkey gets; its owner may change it. The model is the best name. Without one, the browser
 * describes an authenticator that is built into the device, and the transport describes every other one.
 */
export function passkeyName({ aaguid, attachment, transports, userAgent }: NewPasskey): string {
  const known = names.get(aaguid)
  if (known) return known
  if (attachment === 'cross-platform') return transports.includes('hybrid') ? 'Phone or tablet' : 'Security key'
  return describeUserAgent(userAgent) || 'Passkey'
}
