import { chakra, type SystemStyleObject } from "@chakra-ui/react";
import { useEffect, useId, useRef, useState } from "react";
import { CARD } from "../ui/card.tsx";
import type { LazyBlockView } from "./kinds.ts";

type TableView = Extract<LazyBlockView, { kind: "table" }>;

/**
 * Container query for a narrow table, whose rows become small lists with a heading and a line for
 * each value. Its width grows with the text size.
 */
function narrow(columns: number): string {
  return `@container (max-width: ${4.5 + 5.5 * columns}em)`;
}

/** A comparison or a sum. */
export function TableBlock({ block }: { readonly block: TableView }) {
  const title = useId();
  const { box, scrolls } = useScrolls();
  return (
    <chakra.section css={CARD}>
      {block.title === undefined ? null : (
        <chakra.h2
          id={title}
          fontSize="lg"
          fontWeight="650"
          marginBottom={block.text === "" ? "4" : "1"}
        >
          {block.title}
        </chakra.h2>
      )}
      {block.text === "" ? null : (
        <chakra.p color="muted" marginBottom="4">
          {block.text}
        </chakra.p>
      )}
      <chakra.div
        ref={box}
        overflowX="auto"
        css={{ containerType: "inline-size" }}
        {...(scrolls ? { role: "region", tabIndex: 0, "aria-labelledby": title } : {})}
      >
        <chakra.table
          role="table"
          aria-labelledby={title}
          width="100%"
          css={{
            borderCollapse: "collapse",
            [narrow(block.columns.length)]: STACKED,
            "@container (max-width: 17rem)": SLIM,
          }}
        >
          <thead role="rowgroup">
            <Headings corner={block.corner} columns={block.columns} />
          </thead>
          <tbody role="rowgroup">
            {block.rows.map((row) => (
              <Row key={row.id} row={row} columns={block.columns} />
            ))}
          </tbody>
        </chakra.table>
      </chakra.div>
    </chakra.section>
  );
}

function Headings({ corner, columns }: Pick<TableView, "corner" | "columns">) {
  return (
    <tr role="row">
      <chakra.td
        role="cell"
        css={CELL}
        fontSize="sm"
        color="muted"
        fontWeight="500"
        paddingInlineStart="0"
      >
        {corner}
      </chakra.td>
      {columns.map(({ id, label, align }) => (
        <chakra.th
          key={id}
          role="columnheader"
          scope="col"
          css={CELL}
          fontSize="sm"
          color="muted"
          fontWeight="500"
          textAlign={align}
        >
          {label}
        </chakra.th>
      ))}
    </tr>
  );
}

/** A row; each cell has its column's label, which is shown while the table is narrow. */
function Row({
  row,
  columns,
}: {
  readonly row: TableView["rows"][number];
  readonly columns: TableView["columns"];
}) {
  return (
    <chakra.tr role="row" css={row.total ? TOTAL : LINE}>
      <chakra.th
        role="rowheader"
        scope="row"
        css={CELL}
        textAlign="start"
        fontWeight={row.total ? "650" : "500"}
        paddingInlineStart="0"
        overflowWrap="anywhere"
      >
        {row.label}
      </chakra.th>
      {columns.map(({ id, label, align }, at) => (
        <chakra.td
          key={id}
          role="cell"
          css={CELL}
          textAlign={align}
          fontVariantNumeric="tabular-nums"
          data-empty={row.cells[at] === "" || undefined}
        >
          <chakra.span
            aria-hidden="true"
            data-label
            display="none"
            color="muted"
            fontWeight="400"
            fontSize="sm"
          >
            {label}
          </chakra.span>
          <span>{row.cells[at] === "" ? "–" : row.cells[at]}</span>
        </chakra.td>
      ))}
    </chakra.tr>
  );
}

/** Makes a box focusable while it scrolls sideways, for the keyboard. */
function useScrolls() {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() =>
      setScrolls(element.scrollWidth > element.clientWidth),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, scrolls };
}

const EDGE = "var(--brand-line)";
const CELL: SystemStyleObject = {
  paddingBlock: "10px",
  paddingInlineStart: { base: "12px", sm: "16px" },
  verticalAlign: "baseline",
  lineHeight: "1.35",
};
const LINE: SystemStyleObject = { borderTop: `1px solid ${EDGE}` };
const TOTAL: SystemStyleObject = {
  borderTop: "2px solid var(--brand-text)",
  fontWeight: "650",
  fontSize: "lg",
};
/** At the side of a page: a total is no larger than its label leaves room for. */
const SLIM: SystemStyleObject = {
  fontSize: "sm",
  "& tbody tr": { fontSize: "sm" },
  "& th + td, & td + td, & td + th": { paddingInlineStart: "12px" },
};
const STACKED: SystemStyleObject = {
  "&, & tbody, & tr, & th, & td": { display: "block" },
  "& thead": {
    position: "absolute",
    width: "1px",
    height: "1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
  },
  "& tr": { paddingBlock: "10px" },
  "& tbody th": { paddingBlock: "2px", fontWeight: "650" },
  "& tbody td": {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    gap: "16px",
    paddingBlock: "2px",
    paddingInlineStart: "0",
    textAlign: "end",
  },
  "& tbody td[data-empty]": { display: "none" },
  "& [data-label]": { display: "inline" },
};
