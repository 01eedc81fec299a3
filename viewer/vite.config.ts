import { defineConfig } from "vitest/config";
import { viteSingleFile } from "vite-plugin-singlefile";

// The result is one HTML file without any outside address; it is shipped inside the Python package.
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    outDir: "../src/bellcrank/viewer",
    emptyOutDir: false,
    target: "es2022",
    chunkSizeWarningLimit: 2000,
    rollupOptions: { input: "viewer.html" },
  },
  test: { include: ["src/**/*.test.ts"] },
});
