// The folder is removed after one build, so a cache for the next build is of no use.
export default { experimental: { turbopackFileSystemCacheForBuild: false } }
