/** A setting that prevents the start. It always names the setting and never shows its value. */
export class ConfigError extends Error {
  readonly setting: string
  /** Every problem that was found, if there is more than one. */
  readonly problems: readonly ConfigError[]
  constructor(setting: string, problem: string, problems: readonly ConfigError[] = []) {
    super(problems.length === 0 ? `${setting} ${problem}` : problem)
    this.name = 'ConfigError'
    this.setting = setting
    this.problems = problems
  }
}

/** Collects the problems of a configuration, so that they are reported at once instead of one per start. */
export interface ConfigProblems {
  add(problem: ConfigError): void
  /** The result, or the problem in the list. A failed result must not be used before `throwIfAny`. */
  read<T>(read: () => T): T
  throwIfAny(): void
}

export function createConfigProblems(): ConfigProblems {
  const problems: ConfigError[] = []
  const add = (problem: ConfigError): void => {
    if (!problems.some(({ message }) => message === problem.message)) problems.push(problem)
  }
  return {
    add,
    read(read) {
      try {
        return read()
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        add(error)
        return undefined as never
      }
    },
    throwIfAny() {
      const [first, ...others] = problems
      if (!first) return
      if (others.length === 0) throw first
      const list = problems.map(({ message }) => `\n  ${message}`).join('')
      throw new ConfigError(first.setting, `${problems.length} settings are wrong:${list}`, problems)
    },
  }
}
