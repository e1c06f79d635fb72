/**
 * Whether a saved card renews it. A trial is not renewed, but followed by a membership; an optional extra is bought beside one. Both are
 * chosen anew.
 */
export const renewsByCard = ({ isTrial, combinable }: { isTrial: boolean; combinable: boolean }): boolean =>
  !isTrial && !combinable
