/** An invalid setting. `setting` is its path in the settings (`passwordPolicy.minimumLength`). */
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
