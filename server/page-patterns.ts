/** Addresses of pages, `{name}` for one part; any other address is answered with 404. */
export const pagePatterns = [
  '/', '/index', '/events', '/tickets', '/my-calender', '/my-calendar', '/{orgKey}/events', '/{orgKey}/events/{id}',
  '/{orgKey}/events/{id}/register', '/{orgKey}/events/{id}/confirm', '/{orgKey}/events/{id}/decline', '/{orgKey}/events/{id}/tickets',
  '/{orgKey}/events/{id}/tickets/{eveEntryId}', '/organizations', '/organizations-{id}-details', '/organizations-review',
  '/contact-us', '/memberships', '/membership-list', '/membership/new', '/membership/confirm', '/membership/decline',
  '/membership/{id}/history', '/membership/{id}/receipt', '/my-profile', '/edit-profile', '/participants-list',
  '/add-edit-participant', '/login-success', '/event-{id}-detail', '/event-{id}-register', '/membership-{id}-receipt',
  '/page-login', '/page-register', '/page-lock-screen', '/page-forgot-password', '/page-error-400', '/page-error-403',
  '/page-error-404', '/page-error-500', '/page-error-503',
]
