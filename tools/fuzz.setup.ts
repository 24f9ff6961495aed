import fc from 'fast-check'

/** Whoever names a seed gets the same cases again; with a path too, the one that failed. */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env.FUZZ_SEED),
  ...(process.env.FUZZ_PATH ? { path: process.env.FUZZ_PATH, endOnFailure: true } : {}),
})
