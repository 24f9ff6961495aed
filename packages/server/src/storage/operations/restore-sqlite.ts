import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Storage } from '../storage.ts'
import { OperationRefusedError, SchemaError } from '../storage-error.ts'
import { examineCopy, sync } from './back-up-sqlite.ts'
import { openSqlite } from './open-storage.ts'
import { takeSqliteFile, UnreadableFileError } from './sqlite-file.ts'

export interface RestoreOptions<T> {
  /** The backup, which is not changed. */
  from: string
  /** The path of the provider's database. */
  to: string
  /** The path to which an existing database is renamed. Without it, an existing database is an error. */
  aside?: string | undefined
  /** Changes the copy before it can be opened under its final name. */
  prepare(storage: Storage): Promise<T>
}

export interface Restored<T> {
  prepared: T
  /** The new path of every file that was renamed. */
  putAside: string[]
}

/**
 * Replaces the database with a backup. If the process ends in between, the path has the old database or no file, never an
 * incomplete one.
 */
export async function restoreSqlite<T>(options: RestoreOptions<T>): Promise<Restored<T>> {
  const { from, to, aside } = options
  if (!existsSync(from)) throw new OperationRefusedError(`There is no backup at ${from}.`)
  examineCopy(from)
  const isThere = existsSync(to)
  if (isThere && aside === undefined)
    throw new OperationRefusedError(`There is a database at ${to}; put it aside with --replace.`)
  if (isThere) foldLog(to)
  const copy = `${to}.restoring`
  for (const path of [copy, `${copy}-wal`, `${copy}-shm`]) rmSync(path, { force: true })
  try {
    copyFileSync(from, copy)
    chmodSync(copy, 0o600)
    const prepared = await prepareCopy(copy, options.prepare)
    sync(copy)
    const putAside =
      isThere && aside !== undefined
        ? putDatabaseAside(to, aside)
        : logs.flatMap((log) => putLogAside(`${to}${log}`, `${to}${log}.left`))
    rmSync(`${to}-shm`, { force: true })
    renameSync(copy, to)
    sync(dirname(to))
    return { prepared, putAside }
  } finally {
    for (const path of [copy, `${copy}-wal`, `${copy}-shm`]) rmSync(path, { force: true })
  }
}

async function prepareCopy<T>(path: string, prepare: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openSqlite({ path, create: false }).catch((error: unknown) => {
    if (error instanceof SchemaError) throw new OperationRefusedError(error.message)
    throw error
  })
  try {
    return await prepare(storage)
  } finally {
    await storage.close()
  }
}

/** SQLite applies a log to the file with its name, so the log of the old database would damage the restored one. */
const logs = ['-wal', '-journal'] as const

function putDatabaseAside(path: string, aside: string): string[] {
  // A log that exists again after the checkpoint belongs to a running process.
  if (foldLog(path) && isFilled(`${path}-wal`))
    throw new OperationRefusedError(`The database at ${path} is in use: stop the provider first.`)
  if (existsSync(aside)) throw new OperationRefusedError(`${aside} already exists.`)
  renameSync(path, aside)
  return [aside, ...logs.flatMap((log) => putLogAside(`${path}${log}`, `${aside}${log}`))]
}

/** Checkpoints the log into the file, which must not be in use. False if the file is too damaged to be opened. */
function foldLog(path: string): boolean {
  try {
    takeSqliteFile(path).release()
    return true
  } catch (error) {
    if (error instanceof UnreadableFileError) return false
    throw error
  }
}

/** Keeps the log, which may have the last writes before a crash, and overwrites no other file. */
function putLogAside(log: string, wanted: string): string[] {
  if (!isFilled(log)) {
    rmSync(log, { force: true })
    return []
  }
  let aside = wanted
  for (let count = 2; existsSync(aside); count += 1) aside = `${wanted}-${count}`
  renameSync(log, aside)
  return [aside]
}

function isFilled(path: string): boolean {
  return existsSync(path) && statSync(path).size > 0
}
