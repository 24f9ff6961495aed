export const providerUrl: string = process.env.LATCHKEY_URL ?? 'http://localhost:4000'
export const applicationUrl: string = process.env.APPLICATION_URL ?? 'http://localhost:5173'

/** Cookies and storage of a browser that is signed in. */
export const signedIn = '.auth/ada.json'
