import { createFileRoute } from '@tanstack/react-router'

/** No guard: pages for everybody. */
export const Route = createFileRoute('/_public')({})
