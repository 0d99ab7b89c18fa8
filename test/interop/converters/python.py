"""Converts the list of tools as products in Python do before they send it to a model.

Arguments: the file with the list. Prints a line of JSON for each converter: what it is, how many tools it took, and
which it refused and why.
"""

import copy
import json
import sys
from importlib.metadata import version

import mcp.types
from agents.mcp import MCPServer
from agents.mcp.util import MCPUtil
from anthropic.lib.tools.mcp import mcp_tool
from google.genai import types
from google.genai._mcp_utils import mcp_to_gemini_tools
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_mcp_adapters.tools import convert_mcp_tool_to_langchain_tool
from pydantic_ai.profiles.google import GoogleJsonSchemaTransformer
from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer

with open(sys.argv[1], encoding="utf-8") as file:
    TOOLS = json.load(file)["tools"]


def lost_in(sent, tool):
    """What a conversion must not lose."""
    if tool["name"] not in sent:
        return "lost its name"
    parts = tool["inputSchema"]["properties"]
    choices = [each for part in parts.values() for each in part.get("enum", part.get("items", {}).get("enum", []))]
    texts = [json.dumps(part["description"], ensure_ascii=False)[1:-1] for part in parts.values()]
    return next((f"lost {each}" for each in [*parts, *choices, *texts] if each not in sent), None)


def report(package, what, convert):
    """Tries each tool by itself; `convert` gives what is sent of it."""
    refused = []
    for tool in TOOLS:
        try:
            sent = json.dumps([tool["name"], convert(copy.deepcopy(tool))], default=str, ensure_ascii=False)
            lost = lost_in(sent, tool)
            if lost:
                refused.append({"tool": tool["name"], "why": lost})
        except Exception as error:  # whatever a converter throws is its refusal
            refused.append({"tool": tool["name"], "why": f"{type(error).__name__}: {error}"[:300]})
    converter = f"{package} {what}".strip()
    print(json.dumps({"converter": converter, "version": version(package), "tools": len(TOOLS), "refused": refused}))


def as_mcp(tool):
    return mcp.types.Tool.model_validate(tool)


def dump(model):
    return model.model_dump(exclude_none=True, mode="json")


class Server(MCPServer):
    """A server that is never called."""

    name = "paperqueue"

    async def none(self, *_args, **_kwargs):
        return None

    connect = cleanup = list_tools = call_tool = list_prompts = get_prompt = none


def of_agents(strict):
    def convert(tool):
        made = MCPUtil.to_function_tool(as_mcp(tool), Server(), strict)
        unsupported = [word for word in ("if", "dependentSchemas") if word in made.params_json_schema]
        if made.strict_json_schema and unsupported:
            raise ValueError(f"strict with {unsupported[0]}, which OpenAI's API refuses")
        return made.params_json_schema

    return convert


def of_langchain(**how):
    def convert(tool):
        connection = {"transport": "stdio", "command": "x", "args": []}
        return convert_to_openai_tool(convert_mcp_tool_to_langchain_tool(None, as_mcp(tool), connection=connection), **how)

    return convert


report("google-genai", "session", lambda tool: [dump(each) for each in mcp_to_gemini_tools([as_mcp(tool)])])
report(
    "google-genai",
    "parameters_json_schema",
    lambda tool: dump(types.FunctionDeclaration(name=tool["name"], parameters_json_schema=tool["inputSchema"])),
)
report("openai-agents", "", of_agents(False))
report("openai-agents", "strict", of_agents(True))
report("langchain-mcp-adapters", "for OpenAI", of_langchain())
report("pydantic-ai-slim", "for OpenAI", lambda tool: OpenAIJsonSchemaTransformer(tool["inputSchema"], strict=None).walk())
report("pydantic-ai-slim", "for Gemini", lambda tool: GoogleJsonSchemaTransformer(tool["inputSchema"], strict=None).walk())
report("anthropic", "mcp_tool", lambda tool: mcp_tool(as_mcp(tool), None).to_dict())
