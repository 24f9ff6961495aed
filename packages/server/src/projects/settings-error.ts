/** A setting that cannot be. Its path is the settings' own (`passwordPolicy.minimumLength`). */
export class SettingsError extends Error {
  readonly setting: string
  readonly problem: string
  constructor(setting: string, problem: string) {
    super(`project settings: ${setting} ${problem}`)
    this.name = 'SettingsError'
    this.setting = setting
    this.problem = problem
  }
}
