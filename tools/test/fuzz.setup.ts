import fc from 'fast-check'

/**
 * A seed repeats the same cases; a seed and a path repeat one failed case in its smallest form. Without a path cases are
 * not shrunk: that takes hours if each try waits for a response that never comes.
 */
const path = process.env.FUZZ_PATH
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.FUZZ_SEED),
  endOnFailure: path === undefined,
  ...(path ? { path } : {}),
})
