// Preloaded into the server of an application: its clock is ahead by the milliseconds in a file, like that of a development
// provider whose clock was moved.
const { readFileSync } = require('node:fs')

const RealDate = Date
const now = () => RealDate.now() + Number(readFileSync(process.env.CLOCK_OFFSET_FILE, 'utf8'))

globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length > 0 ? values : [now()]))
  }
  static now() {
    return now()
  }
}
