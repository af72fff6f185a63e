import { parentPort, workerData } from "node:worker_threads";
import { refusalOfPdf } from "./examine-pdf.ts";

/* The thread of one document: see `examine-document.ts`. */
parentPort?.postMessage({ refused: refusalOfPdf(Buffer.from(workerData as Uint8Array)) });
