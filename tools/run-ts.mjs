// Runs a tool that is written in TypeScript. Imports only built-in modules of Node, because it runs before the install.
import { register } from 'node:module'
import { installPackages, requireNode } from './bootstrap/install.mjs'

/**
 * Imports a module of this folder, which runs the tool, and resolves to its exports.
 *
 * @param {string} path relative to this folder
 * @param {{ installs?: 'all' | 'provider' | 'none' }} [options] the packages to install before. @default 'none'
 */
export async function runTool(path, { installs = 'none' } = {}) {
  requireNode()
  if (installs !== 'none') await installPackages({ forRunning: installs === 'provider' })
  register('./bootstrap/typescript-hooks.mjs', import.meta.url)
  return import(new URL(path, import.meta.url).href)
}
