import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Import, type ImportChoices, imports, type Verdict } from '#contract/people/imports.ts'
import { call } from '#web/api/client.ts'
import { upload } from '#web/api/files.ts'
import { callQuery } from '#web/api/call-query.ts'
import { queryKeys } from '#web/api/query-client.ts'
import { useCall } from '#web/api/use-call.ts'
import { withoutCpr } from './cut-file.ts'

const POLL_MS = 1500
const working: readonly Import['state'][] = ['checking', 'running', 'undoing']
export const isWorking = ({ state }: Pick<Import, 'state'>) => working.includes(state)

const ofClub = (orgId: string) => [...queryKeys.members, 'imports', orgId]
const ofImport = (orgId: string, importId: string) => [...ofClub(orgId), importId]

/** A club's imports, latest first. */
export const importsQuery = (orgId: string) =>
  callQuery([...ofClub(orgId), 'list'], imports.list, { orgId }, { staleTime: 0 })

/** An import; read again and again while a job works on it. */
export const importQuery = (orgId: string, importId: string) =>
  callQuery(
    [...ofImport(orgId, importId), 'item'],
    imports.show,
    { orgId, importId },
    { refetchInterval: ({ state: { data } }) => (data && isWorking(data) ? POLL_MS : false), staleTime: 0 },
  )

export type RowsOf = Verdict | 'kept'

export const importRowsQuery = (orgId: string, importId: string, verdict: RowsOf | null) =>
  infiniteQueryOptions({
    queryKey: [...ofImport(orgId, importId), 'rows', verdict],
    queryFn: ({ pageParam, signal }) =>
      call(
        imports.rows,
        { orgId, importId, ...(verdict && { verdict }), ...(pageParam !== null && { after: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })

export const householdsQuery = (orgId: string, importId: string) =>
  callQuery([...ofImport(orgId, importId), 'households'], imports.households, { orgId, importId })

export const invitePreviewQuery = (orgId: string, importId: string) =>
  callQuery([...ofImport(orgId, importId), 'invite'], imports.invitePreview, { orgId, importId }, { staleTime: 0 })

/** Sends a list, without the CPR numbers that are recognised here. The server cuts all others before it stores anything. */
export const useUpload = (orgId: string) =>
  useMutation({
    mutationFn: async ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) => {
      const cut = await withoutCpr(file)
      return upload(imports.upload, { orgId, fileName: file.name, cut: cut.count }, cut.file, onProgress)
    },
  })

/** Changes of an import by its office. Each shows it as it is then. */
export function useImportChanges(orgId: string, { id: importId, version }: Pick<Import, 'id' | 'version'>) {
  const cache = useQueryClient()
  const one = { orgId, importId }
  const onSuccess = async (now: Import) => {
    cache.setQueryData(importQuery(orgId, importId).queryKey, now)
    await cache.invalidateQueries({ queryKey: ofImport(orgId, importId) })
  }
  const onSettled = () => cache.invalidateQueries({ queryKey: ofImport(orgId, importId) })
  // Somebody else was faster: what they did is shown.
  const whole = { onSuccess, onError: onSettled }
  return {
    columns: useMutation({
      mutationFn: (columns: string[]) => call(imports.saveColumns, { ...one, version, columns }),
      ...whole,
    }),
    /** Saves them and begins the check. */
    choices: useMutation({
      mutationFn: async (choices: ImportChoices) => {
        const saved = await call(imports.saveChoices, { ...one, version, choices })
        return call(imports.check, { ...one, version: saved.version })
      },
      ...whole,
    }),
    check: useCall(imports.check, { ...one, version }, whole),
    fix: useMutation({
      mutationFn: ({ row, column, value }: { row: number; column: number; value: string }) =>
        call(imports.fixRow, { ...one, row, cells: [{ column, value }] }),
      onSettled,
    }),
    split: useMutation({ mutationFn: (row: number) => call(imports.splitRow, { ...one, row }), onSettled }),
    choose: useCall(imports.choose, one, { onSettled }),
    run: useCall(imports.run, { ...one, version }, whole),
    undo: useMutation({
      mutationFn: (rows: number[] | null) => call(imports.undo, { ...one, version, ...(rows && { rows }) }),
      ...whole,
    }),
    discard: useCall(
      imports.discard,
      { ...one, version },
      { onSuccess: () => cache.invalidateQueries({ queryKey: importsQuery(orgId).queryKey }) },
    ),
    link: useCall(imports.linkHousehold, one, { onSettled }),
    invite: useCall(imports.invite, one, {
      onSettled: async () => {
        await onSettled()
        await cache.invalidateQueries({ queryKey: [...queryKeys.office, 'delayed'] })
      },
    }),
  }
}
