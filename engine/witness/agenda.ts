/**
 * The rounds in which a node is expanded: plain steps, other answers of their calls, other data.
 */
const ROUNDS = ["plain", "answers", "data"] as const;
export type Round = (typeof ROUNDS)[number];

/** What a later round counts for, in expansions of the same screen. */
const ROUND_COST = 3;

/** A node to expand. */
export interface Task {
  /** The screen that the node shows. */
  readonly screen: string;
  /** The node covered something first. */
  readonly isNew: boolean;
  readonly round: Round;
}

/**
 * Places to expand, in an order that spends as much on each screen as on any other: a screen with
 * many states holds up no other one. Of one screen, nodes that covered something new come first,
 * then the oldest.
 */
export class Agenda<T extends Task> {
  private readonly queues = new Map<string, { readonly rank: Rank; readonly tasks: T[] }>();

  add(task: T): void {
    const key = `${task.round} ${task.isNew ? 1 : 0} ${task.screen}`;
    const queue = this.queues.get(key) ?? { rank: rankOf(task), tasks: [] };
    this.queues.set(key, queue);
    queue.tasks.push(task);
  }

  next(): T | undefined {
    let best: { readonly rank: Rank; readonly tasks: T[] } | undefined;
    for (const queue of this.queues.values())
      if (queue.tasks.length > 0 && (best === undefined || costOf(queue.rank) < costOf(best.rank)))
        best = queue;
    if (best === undefined) return undefined;
    best.rank.visits++;
    return best.tasks.shift();
  }
}

/** The place of a queue among the others. */
interface Rank {
  readonly start: number;
  visits: number;
}

function rankOf({ round, isNew }: Task): Rank {
  return { start: ROUNDS.indexOf(round) * ROUND_COST + (isNew ? 0 : 1), visits: 0 };
}

function costOf({ start, visits }: Rank): number {
  return start + visits;
}
