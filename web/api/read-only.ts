import { createContext, useContext } from 'react'

/** Whether the pages below are looked at by somebody who changes nothing: an operator in a club's office. */
export const ReadOnly = createContext(false)

export const useIsReadOnly = (): boolean => useContext(ReadOnly)
