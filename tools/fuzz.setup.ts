import fc from 'fast-check'

/**
 * Whoever names a seed gets the same cases again; with a path too, the one that failed, made as small as it can be.
 * Without a path nothing is made smaller: where every try waits for an answer that does not come, that takes hours.
 */
const path = process.env.FUZZ_PATH
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.FUZZ_SEED),
  endOnFailure: path === undefined,
  ...(path ? { path } : {}),
})
