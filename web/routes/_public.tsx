import { createFileRoute } from '@tanstack/react-router'

/** No guard: pages for anyone, signed in or not. */
export const Route = createFileRoute('/_public')({})
