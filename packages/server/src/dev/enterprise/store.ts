/** Keeps keys and switches of the fake enterprise identity providers, by name. */
export interface EnterpriseStore {
  read(name: string): Promise<string | null>
  /** Stores a text unless there is one, and returns the stored one. */
  create(name: string, text: string): Promise<string>
  replace(name: string, text: string): Promise<void>
}

/** A store that tests share, because creating keys is slow. */
export function createEnterpriseStore(): EnterpriseStore {
  const texts = new Map<string, string>()
  return {
    read: async (name) => texts.get(name) ?? null,
    async create(name, text) {
      const present = texts.get(name) ?? text
      texts.set(name, present)
      return present
    },
    async replace(name, text) {
      texts.set(name, text)
    },
  }
}
