/** A setting that stops the start. It always names the setting, and never shows its value. */
export class ConfigError extends Error {
  readonly setting: string
  constructor(setting: string, problem: string) {
    super(`${setting} ${problem}`)
    this.name = 'ConfigError'
    this.setting = setting
  }
}
