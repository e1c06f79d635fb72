export const defaults = {
  /** Number of buyers for the last places. */
  buyers: 500,
  places: 50,
  /** Tickets that the large event has sold before the first registration. */
  sold: 100_000,
  /** Length of each measured window. */
  seconds: 8,
  /** Windows of each kind, alternating; the median counts. */
  rounds: 3,
  /** Concurrent calls. */
  clients: 16,
  /** Registrations recorded one by one, and replayed bare. */
  recorded: 400,
  /** Instead of the rush: orders at one event, by places sold and held, and by number of clients. */
  orders: false,
  /** An office saves each event every 200 ms while it is sold. */
  editing: false,
  /** Exit with 1 when a limit is exceeded. */
  check: false,
}
export type Options = Readonly<typeof defaults>
