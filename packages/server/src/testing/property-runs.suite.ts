/** How many random cases a property of a decision gets: 100,000 in the full run. */
export const propertyRuns = Number(process.env.PROPERTY_RUNS ?? 2_000)
