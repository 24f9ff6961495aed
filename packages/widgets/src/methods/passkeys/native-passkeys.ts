/**
 * The passkey API of the browser. Only an own property of the window: in a browser without passkeys,
 * `<form id=PublicKeyCredential>` is a property of its prototype.
 */
export function nativePasskeys(): typeof PublicKeyCredential | undefined {
  return Object.hasOwn(globalThis, 'PublicKeyCredential') ? PublicKeyCredential : undefined
}
